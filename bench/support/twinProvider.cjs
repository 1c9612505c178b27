// The provider of twins: it records what it is told to record, and asks what it is told to ask. `twins.ts` says what.
const { readFileSync } = require("node:fs");
const { Agent, request } = require("undici");

const connections = new Agent({ connections: 64 });

/** How long a shared request waits for those that share it: as long as in the package. */
const gatherMs = 10;

/** @param {string} file where the twins are written */
module.exports = (file) => {
  const { origin, twins } = JSON.parse(readFileSync(file, "utf8"));
  const unsent = new Map();
  const send = async ({ method, path, query, body }) => {
    const { body: answer } = await request(`${origin}${path}`, {
      dispatcher: connections,
      method,
      query,
      headers: { authorization: "Bearer bench", "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    await answer.json();
  };
  const share = async (wanted) => {
    await new Promise((resolve) => setTimeout(resolve, gatherMs));
    unsent.delete(wanted.path);
    await send(wanted);
  };
  return {
    create: ({ number }) => Promise.resolve({ id: String(number), outs: twins[number].outputs }),
    async read(id, props) {
      const { request: wanted, sharers } = twins[id].asks;
      if (sharers > 1 && !unsent.has(wanted.path)) unsent.set(wanted.path, share(wanted));
      await (sharers > 1 ? unsent.get(wanted.path) : send(wanted));
      return { id, props };
    },
  };
};
