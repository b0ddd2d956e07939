"""What is deployed: the template, the package, and both of them on an emulator of AWS on this machine."""
