"""The live table measured: real server processes, real connections, one machine."""
