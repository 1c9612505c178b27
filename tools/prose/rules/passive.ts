/** Participles that do not end in -ed. */
const irregular =
  "begun|bound|broken|brought|built|caught|chosen|cut|done|drawn|driven|felt|forgotten|found|freed|given|gone|held|hidden|hit|kept|known|laid|learnt|led|left|lent|lost|made|meant|met|paid|put|quit|read|run|said|seen|sent|set|shown|shut|spelt|split|spread|swept|taken|taught|thrown|told|thought|understood|won|woken|written";

/** Words in -ed that describe a state and name no action that somebody has to take. */
const states =
  "need|indeed|based|related|united|limited|interested|supposed|allowed|deprecated|unchanged|unused|unlimited";

const passive = new RegExp(
  `\\b(?:am|is|are|was|were|be|been|being|gets?)\\s+(?:(?:not|never|also|only|always|then|still|already|now|\\w+ly)\\s+)?(?:(?!(?:${states})\\b)\\w+ed|${irregular})\\b`,
  "gi",
);

/** The passive voice in a sentence: a form of "to be" and a participle. */
export function passiveForms(text: string): RegExpMatchArray[] {
  return [...text.matchAll(passive)];
}
