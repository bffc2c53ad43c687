"""``jdc check --with pyright``: the user's own checker runs beside the analysis, and both make one report.

Each checker has one file here: how it is run, how its report is read and printed, and what its messages claim.
"""
