// Compartment, lockdown or harden of SES are left in the scope.
// Source: SES: a compartment can make compartments.
// Canary: none, since there is no SES outside.
return typeof Compartment === "function" || typeof lockdown === "function" ? "OUT" : "nothing"
