// Loaded into a provider process before anything else: requests to Google's token servers go to a server of the test
// instead, and any other host that is not this machine is refused. The credential library finds the fetch of a browser
// before its own.
const servers = process.env.TEST_TOKEN_SERVER;
globalThis.window = {
  fetch(input, init) {
    const url = new URL(input);
    if (url.hostname === "127.0.0.1") return fetch(url, init);
    if (url.hostname.endsWith(".googleapis.com")) return fetch(`${servers}/${url.host}${url.pathname}`, init);
    throw new Error(`a test must not reach ${url.host}`);
  },
};
