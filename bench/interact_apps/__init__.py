"""Prompts on eight small applications, judged by what the application's data say afterwards."""
