// A provider that does what a script says. Pulumi's engine and the model of it play with the same one.

const mutations = ["create", "update", "delete"];

/** Members that a change of does not count. */
const isUncounted = (key) => key.startsWith("__") || ["note", "made", "selfLink", "seen"].includes(key);

/** The name of the resource in the program. */
const nameOf = ({ __urn }) => __urn.split("::").slice(3).join("::");

const idOf = ({ place = "", size = "", ...inputs }) => `${nameOf(inputs)}@${JSON.stringify(place)}#${size}`;

/** How the provider answers where the script says nothing. */
const answers = {
  check: (olds, news) => ({ inputs: { ...news, name: news.name ?? olds.name ?? `${nameOf(news)}-${news.size}` } }),
  diff(_id, olds, news) {
    if (news.isSilent) return {};
    const keys = Object.keys({ ...olds, ...news }).filter((key) => !isUncounted(key));
    const changed = keys.filter((key) => JSON.stringify(olds[key]) !== JSON.stringify(news[key]));
    const deleteBeforeReplace = news.isFixed === true;
    return { changes: changed.length > 0, replaces: changed.filter((key) => key === "place"), deleteBeforeReplace };
  },
  create: (inputs) => ({ id: idOf(inputs), outs: outputsOf(inputs, idOf(inputs), "create") }),
  update: (id, _olds, news) => ({ outs: outputsOf(news, id, "update") }),
  read: (id, props) => ({ id, props: { ...props, seen: true } }),
  delete: () => undefined,
};

function outputsOf(inputs, id, made) {
  return { ...inputs, made, selfLink: `link to ${id}` };
}

/** What the script can have happen in place of that, by name. */
const happenings = {
  fails() {
    throw new Error("It cannot be done.");
  },
  "fails in part"(method, args) {
    const inputs = args.at(-1);
    const properties = { ...outputsOf(inputs, idOf(inputs), `half of ${method}`) };
    const id = method === "create" ? idOf(inputs) : args[0];
    throw Object.assign(new Error("It is half done."), { id, properties, reasons: ["It is half done."] });
  },
  "is refused": () => ({ inputs: {}, failures: [{ property: "size", reason: "It is too large." }] }),
  "finds nothing": () => ({}),
  "finds another size": (_method, [id, { __provider, made, selfLink, seen, ...inputs }]) => ({
    id,
    props: { ...inputs, made, selfLink, size: 99 },
    inputs: { ...inputs, size: 99 },
  }),
  hangs: () => new Promise(() => {}),
};

const briefly = () => new Promise((resolve) => setTimeout(resolve, 150));

async function until(isSo) {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 3));
}

/**
 * @param world `outcomeOf(call)`, what happens at a call such as `create a`; `together`, how many mutations have to have
 * begun before one that the script is about goes on; `entries()` and `log(entry)`, what has happened; `die()`, the end of
 * the process; `requestOf(properties)`, what the engine said beside them; `provider()`, the name of the provider
 */
exports.scriptedProvider = (world) => {
  const perform = async (method, args) => {
    const properties = method === "check" ? args[1] : args.at(-1);
    // The classes tell the package's own check of a preview, and no other step sees it.
    delete properties.__preview;
    const name = nameOf(properties);
    const outcome = world.outcomeOf(`${method} ${name}`);
    const provider = world.provider();
    world.log({ at: "begin", method, name, provider, args, request: world.requestOf(properties) });
    if (outcome !== undefined && mutations.includes(method)) {
      const begun = () => world.entries().filter((entry) => entry.at === "begin" && mutations.includes(entry.method));
      await until(() => begun().length >= world.together());
      // What succeeds beside it is to have ended.
      await briefly();
    }
    if (outcome === "succeeds after a failure") {
      await until(() => world.entries().some(({ failed }) => failed));
      // The engine is to have heard of it.
      await briefly();
    }
    if (outcome === "dies") {
      world.log({ at: "end", method, name, failed: true });
      return world.die();
    }
    try {
      const happening = happenings[outcome];
      const answer = await (happening === undefined ? answers[method](...args) : happening(method, args));
      world.log({ at: "end", method, name });
      return answer;
    } catch (error) {
      world.log({ at: "end", method, name, failed: true });
      throw error;
    }
  };
  return Object.fromEntries(Object.keys(answers).map((method) => [method, (...args) => perform(method, args)]));
};
