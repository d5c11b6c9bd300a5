// An AggregateError of a thousand errors is thrown.
// Expect: script_error
throw new AggregateError(Array.from({ length: 1000 }, (_, i) => new Error(`${i}`)), "many");
