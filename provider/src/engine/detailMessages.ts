import type { Detail, Details } from "./steps/details";

/** The generated message of the SDK that carries the details of a difference. */
export interface DetailedMessage {
  setDiffsList(paths: string[]): unknown;
  setHasdetaileddiff(has: boolean): unknown;
  getDetaileddiffMap(): { set(path: string, detail: object): unknown };
}

/** The class of one detail. */
export interface DetailMessage {
  readonly Kind: Readonly<Record<Detail["kind"] | `${Detail["kind"]}_REPLACE`, number>>;
  new (): { setKind(kind: number): unknown; setInputdiff(isInputs: boolean): unknown };
}

/** Puts the details into an answer. Each face has the classes of its own copy of the SDK. */
export function writeDetails(
  answer: DetailedMessage,
  PropertyDiff: DetailMessage,
  { paths, detailedDiff }: Details,
): void {
  answer.setDiffsList([...paths]);
  answer.setHasdetaileddiff(true);
  for (const [path, { kind, replaces, fromInputs }] of Object.entries(detailedDiff)) {
    const detail = new PropertyDiff();
    detail.setKind(PropertyDiff.Kind[replaces ? (`${kind}_REPLACE` as const) : kind]);
    detail.setInputdiff(fromInputs);
    answer.getDetaileddiffMap().set(path, detail);
  }
}
