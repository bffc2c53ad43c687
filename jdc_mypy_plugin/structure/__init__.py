"""Structure trees: what init functions give a `StateOrganizer`, and what apply functions do with it."""
