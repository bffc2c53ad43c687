"""Products, linear algebra, transforms, polynomials."""
