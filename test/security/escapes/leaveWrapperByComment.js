// A comment that swallows the end of the wrapper.
// Source: the well-known way through constructors.
// Canary: none, since it only looks for a wrapper.
return "nothing" /* } ) ; 
 */ //
