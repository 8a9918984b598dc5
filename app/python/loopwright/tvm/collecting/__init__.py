"""Collects the programs and schedules that a file makes."""
