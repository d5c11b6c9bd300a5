// A revoked proxy is thrown.
// Expect: script_error
const { proxy, revoke } = Proxy.revocable({}, {});
revoke();
throw proxy;
