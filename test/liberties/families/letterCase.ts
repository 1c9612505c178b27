import type { Properties } from "../../support/providerProcess";
import { mapTexts, type Json } from "../json";
import { inPrograms, onlyWith, type Family } from "../liberty";

const namesNobody = onlyWith("principals in its program", "it names no principals");

const account = /^(user|group|serviceAccount|domain):(.*)$/;

const accountsAs = (form: (name: string) => string) => (args: Properties) =>
  mapTexts(args as Json, (text) =>
    text.replace(account, (_whole, type: string, name: string) => `${type}:${form(name)}`),
  ) as Properties;

const onlyAsWritten = (why: string) => () => why;

/** Letter case where the service does not keep it. */
export const letterCase: Family = {
  name: "letter case",
  liberties: [
    inPrograms(
      "accounts in capitals",
      accountsAs((name) => name.toUpperCase()),
      { impossible: namesNobody },
    ),
    inPrograms(
      "accounts in mixed letters",
      accountsAs((name) => name.replace(/^./, (first) => first.toUpperCase())),
      {
        impossible: namesNobody,
      },
    ),
    {
      name: "zones in capitals",
      impossible: onlyAsWritten("the reference knows zones in lower case only: check refuses others, and says so"),
    },
    {
      name: "words of enumerations in lower case",
      impossible: onlyAsWritten("the reference knows them in upper case only: check refuses others, and says so"),
    },
  ],
};
