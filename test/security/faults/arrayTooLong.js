// An array longer than can be.
// Expect: script_error
return new Array(2 ** 32).length;
