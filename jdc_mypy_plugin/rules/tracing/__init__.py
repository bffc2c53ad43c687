"""Rules of traced functions: what they decide by tracers, and changes that are lost with the trace."""
