internal import Values
