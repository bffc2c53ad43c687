"""Operations on each element, creation of arrays, and questions on dtypes."""
