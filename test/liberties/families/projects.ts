import { project } from "../../support/routeProvider";
import { mapTexts, type Json, type JsonObject } from "../json";
import { inPrograms, type Family, type Liberty } from "../liberty";
import type { Asked, Hooks } from "../proxy";
import type { Properties } from "../../support/providerProcess";

const number = "921927000001";

/** The service takes either; its answers have the id, as those of the emulator do. */
const understandsNumber = (): Hooks => ({
  understood(asked: Asked): Asked {
    const withId = (text: string) => text.replaceAll(`projects/${number}/`, `projects/${project}/`);
    const body = asked.body && (mapTexts(asked.body, withId) as JsonObject);
    return { ...asked, path: withId(asked.path), body };
  },
});

/** The resources of an organization's policy are in no project. */
const inNoProject: NonNullable<Liberty["impossible"]> = ({ program }) =>
  "firewallPolicy" in program && !("attachmentTarget" in program)
    ? "a hierarchical firewall policy belongs to an organization and to no project"
    : undefined;

/** Links of Compute; a key or a certificate map is an object of another service. */
const linksByNumber = (args: Properties) =>
  mapTexts(args as Json, (text) =>
    text.replace(new RegExp(`^projects/${project}/(?=(global|regions|zones)/)`), `projects/${number}/`),
  ) as Properties;

/** Links without their project, which the argument or the configuration then gives. */
const linksWithout = (args: Properties) =>
  mapTexts(args as Json, (text) =>
    text.replace(new RegExp(`^projects/${project}/(?=(global|regions|zones)/)`), ""),
  ) as Properties;

const common = { impossible: inNoProject, hooks: understandsNumber };

/** A project by its number, where its answers name it by its id. */
export const projects: Family = {
  name: "project by number",
  liberties: [
    inPrograms("gcp:project is a number", linksWithout, { ...common, config: { "gcp:project": number } }),
    inPrograms("the argument project is a number", (args) => ({ ...linksWithout(args), project: number }), common),
    inPrograms("links name the project by number", linksByNumber, common),
    inPrograms("project and links, each by number", (args) => ({ ...linksByNumber(args), project: number }), common),
    inPrograms("gcp:project is a number, and links have the id", (args) => args, {
      ...common,
      config: { "gcp:project": number },
      impossible: (subject) =>
        inNoProject(subject) ??
        (subject.makes === "an object" ? undefined : "its project is that of its link, whatever is configured"),
    }),
  ],
};
