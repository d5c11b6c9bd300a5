// The stack is nearly full when a tool is called.
// Expect: ok
let calls = 0;
const deep = () => { try { return deep() } catch { calls += 1; if (calls < 3) tools.geo.getCity({}).catch(() => {}); return calls } };
return deep() > 0;
