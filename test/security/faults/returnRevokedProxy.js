// A revoked proxy is returned.
// Expect: script_error
const { proxy, revoke } = Proxy.revocable({}, {});
revoke();
return { proxy };
