import { readFileSync } from "node:fs";
import type { ServiceDescription } from "../../emulator/src/generic/serviceDescription";

const description = new URL("../../emulator/description/compute.json", import.meta.url);

/** The method that a request calls, as `routes.insert`; a request that no method fits is shown as it is. */
export function methodNames(): (method: string, path: string) => string {
  const { services } = JSON.parse(readFileSync(description, "utf8")) as ServiceDescription;
  const methods = Object.entries(services).flatMap(([service, own]) =>
    Object.entries(own).map(([name, { method, path }]) => ({
      name: `${service}.${name}`,
      method,
      form: new RegExp(`^${path.replaceAll(/\{\w+(?:=[^}]*)?\}/g, "[^/]+")}$`),
    })),
  );
  return (method, path) =>
    methods.find((each) => each.method === method && each.form.test(path))?.name ?? `${method} ${path}`;
}
