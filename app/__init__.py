"""The program: command line, main window, session, undo commands, jobs, settings."""
