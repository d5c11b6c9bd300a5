// An HTML comment hides a line from one parser and not from the other.
// Source: SES rejects HTML comments.
// Canary: none, since it is no valid strict code.
let found = "nothing";
x = 1 <!--process
;return found
