import type { Plugin } from "vitepress";

/**
 * What VitePress 1.6 writes into its search box, and what belongs there. Its box is a nameless button around fields and
 * buttons, and its results are options around links whose names are not their texts: a screen reader cannot tell them apart.
 */
const corrections: readonly (readonly [written: string, right: string])[] = [
  ['role="button"\n', 'role="dialog"\n      aria-modal="true"\n'],
  [":aria-owns=\"results?.length ? 'localsearch-list' : undefined\"\n", ""],
  ['aria-expanded="true"\n', ""],
  ['aria-haspopup="listbox"\n', ""],
  // The label holds nothing but a hidden picture.
  ['aria-labelledby="localsearch-label"\n      class', ':aria-label="buttonText"\n      class'],
  ['aria-labelledby="localsearch-label"\n            auto', ':aria-label="buttonText"\n            auto'],
  [
    ":aria-labelledby=\"results?.length ? 'localsearch-label' : undefined\"\n",
    ':aria-label="results?.length ? buttonText : undefined"\n',
  ],
  [
    'aria-autocomplete="both"\n',
    'role="combobox"\n            :aria-expanded="results?.length ? \'true\' : \'false\'"\n            aria-autocomplete="list"\n',
  ],
  [
    ":id=\"'localsearch-item-' + index\"\n            :aria-selected=\"selectedIndex === index ? 'true' : 'false'\"\n            role=\"option\"\n",
    'role="presentation"\n',
  ],
  [
    ":aria-label=\"[...p.titles, p.title].join(' > ')\"\n",
    ":id=\"'localsearch-item-' + index\"\n              :aria-selected=\"selectedIndex === index ? 'true' : 'false'\"\n              role=\"option\"\n",
  ],
  // A key cannot have a name unless it is a picture.
  ...["navigateUp", "navigateDown", "select"].map((key): [string, string] => [
    `<kbd :aria-label="translate('modal.footer.${key}KeyAriaLabel')">`,
    `<kbd role="img" :aria-label="translate('modal.footer.${key}KeyAriaLabel')">`,
  ]),
];

/** Corrects the roles of the search box while it is built. A version of VitePress that needs something else fails the build. */
export const correctedSearchBox: Plugin = {
  name: "corrected-search-box",
  enforce: "pre",
  transform(code, id) {
    if (!id.endsWith("/VPLocalSearchBox.vue")) return undefined;
    return corrections.reduce((text, [written, right]) => {
      if (text.split(written).length !== 2)
        throw new Error(`The search box of VitePress has changed around: ${written}`);
      return text.replace(written, () => right);
    }, code);
  },
};
