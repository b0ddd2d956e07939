"""One module per Lambda function."""
