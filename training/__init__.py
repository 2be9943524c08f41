"""Corrections and teacher answers to training data; no Qt."""
