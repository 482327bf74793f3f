"""Pictures from outside: judged by their heads, opened apart, written on."""
