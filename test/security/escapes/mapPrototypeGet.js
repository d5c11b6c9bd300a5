// Map.prototype.get is replaced under our code.
// Source: CWE-1321.
Map.prototype.get = () => "OUT";
return new Map().get(1)
