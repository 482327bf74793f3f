"""The program as an appliance: installed as a service that starts with the machine."""
