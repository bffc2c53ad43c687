"""Operations that reduce or sort along axes."""
