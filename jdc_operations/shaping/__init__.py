"""Operations that arrange, join, take apart and index arrays."""
