// Which of TypeScript's diagnostics may keep a script from running, and why. A diagnostic only points at a place: what
// is told there is found out anew (explain*.ts), and where that finds nothing wrong, nothing is told. What is not in
// this table never blocks: implicit any (7xxx), possibly null (18047 ...), unused and unreachable code, casts (2352),
// comparisons that cannot be true (2367), types that only annotations name (2304), overloads of the library.

export type Explainer = 'property' | 'call' | 'callee' | 'iteration' | 'constant' | 'tooEarly';

export const blockingDiagnostics: ReadonlyMap<number, Explainer> = new Map([
  // Reads undefined, and the next step fails or the result lacks a part without a word.
  [2339, 'property'], // Property does not exist on type
  [2551, 'property'], // ... Did you mean
  [2550, 'property'], // ... Do you need to change your target library
  [2568, 'property'], // ... Did you mean to ... (may not exist on type)
  [2576, 'property'], // ... Did you mean to access the static member
  // The server would refuse the argument, or ignore a part of it; only calls of tools and of `codemode` count.
  [2322, 'call'], // Type is not assignable to type
  [2345, 'call'], // Argument is not assignable to parameter
  [2353, 'call'], // Object literal may only specify known properties
  [2554, 'call'], // Expected n arguments
  [2555, 'call'], // Expected at least n arguments
  [2559, 'call'], // Type has no properties in common with type
  [2560, 'call'], // ... Did you mean to call it
  [2561, 'call'], // Object literal may only specify known properties, but ... Did you mean
  [2739, 'call'], // Type is missing the following properties
  [2740, 'call'], // Type is missing the following properties, and n more
  [2741, 'call'], // Property is missing in type
  [2769, 'call'], // No overload matches this call
  [2820, 'call'], // Type is not assignable to type. Did you mean
  // Throws.
  [2348, 'callee'], // Value is not callable. Did you mean to include 'new'
  [2349, 'callee'], // This expression is not callable
  [2351, 'callee'], // This expression is not constructable
  [6234, 'callee'], // ... because it is a 'get' accessor
  [2461, 'iteration'], // Type is not an array type
  [2488, 'iteration'], // Type must have a '[Symbol.iterator]()'
  [2495, 'iteration'], // Type is not an array type or a string type
  [2504, 'iteration'], // Type must have a '[Symbol.asyncIterator]()'
  [2548, 'iteration'], // Type is not an array type or does not have a '[Symbol.iterator]()'
  [2549, 'iteration'], // ... or a string type
  [2588, 'constant'], // Cannot assign because it is a constant
  [2448, 'tooEarly'], // Block-scoped variable used before its declaration
  [2449, 'tooEarly'], // Class used before its declaration
]);
