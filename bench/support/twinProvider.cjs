// The provider of twins: it records what it is told to record, and asks what it is told to ask. `twins.ts` says what.
const { readFileSync } = require("node:fs");
const { Agent, request } = require("undici");

const connections = new Agent({ connections: 64 });

/** @param {string} file where the twins are written */
module.exports = (file) => {
  const { origin, twins } = JSON.parse(readFileSync(file, "utf8"));
  return {
    create: ({ number }) => Promise.resolve({ id: String(number), outs: twins[number].outputs }),
    async read(id, props) {
      const { method, path, query, body } = twins[id].request;
      const { body: answer } = await request(`${origin}${path}`, {
        dispatcher: connections,
        method,
        query,
        headers: { authorization: "Bearer bench", "content-type": "application/json" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      await answer.json();
      return { id, props };
    },
  };
};
