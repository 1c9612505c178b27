// Loaded into a provider process, or that of a program, before this package: requests to Google's token servers go to a
// server of the test instead, and any other host that is not this machine is refused. What the credential library asks of
// a metadata server it asks with the fetch of a browser, where there is one.
const servers = process.env.TEST_TOKEN_SERVER;
const { fetch } = globalThis;
const guarded = (input, init) => {
  const url = new URL(input);
  if (url.hostname === "127.0.0.1") return fetch(url, init);
  if (url.hostname.endsWith(".googleapis.com")) return fetch(`${servers}/${url.host}${url.pathname}`, init);
  throw new Error(`a test must not reach ${url.host}`);
};
globalThis.fetch = guarded;
globalThis.window = { fetch: guarded };
