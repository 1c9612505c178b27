import { eitherMemberKind, objectKind, setKind, sharedMapKind } from "../../../../provider/src/fields/collections";
import { keyedListKind } from "../../../../provider/src/fields/keyedList";
import { linkKind } from "../../../../provider/src/fields/links";
import { booleanKind, choiceKind, numberKind, textKind, wordKind } from "../../../../provider/src/fields/scalars";
import { makeShape } from "../../../../provider/src/fields/shape";
import { output, outputAs } from "../../../../provider/src/lifecycle/schema/field";
import { patchedObject } from "../../../../provider/src/resources/patchedObject";

/** How wide something is. */
const shelfWidth = {
  /** In millimetres. */
  fixed: numberKind(0),
  /** In percent of the room. */
  percent: numberKind(0, 100),
};
const widthKind = eitherMemberKind(shelfWidth);

/** A thing of any kind. */
const shelfThing = {
  /** Its colour. */
  colour: wordKind("RED", "GREEN"),
};

/** One box on a shelf. */
const shelfBox = {
  /** Its name, which is its key in the list. */
  label: textKind(),
  ...shelfThing,
  /** How wide it is. */
  width: widthKind,
};

/** The lamp of a shelf. */
const shelfLamp = {
  /**
   * Says whether it is lit.
   *
   * @required
   */
  lit: booleanKind,
  /** Words by key; `null` removes one. */
  words: sharedMapKind(textKind()),
};

/** Somebody who looks at a shelf. */
const shelfReader = {
  /** The reader's name. */
  name: "text",
  /** The books that the reader has. */
  books: { list: "text" },
} as const;

/**
 * Some settings of a shelf **that somebody else created**.
 *
 * @member boxes["blue"].colour
 * @deadline It includes the wait for the paint.
 * @restore That can need a ladder.
 * @permissions the right to use the room.
 * @source shelves.get of the manual.
 *
 * @example A box
 * ```ts
 * new gce.ShelfPatch("blue", { shelf: "s" });
 * ```
 */
export const shelfPatch = patchedObject({
  kind: "ShelfPatch",
  noun: "a shelf",
  shortNoun: "shelf",
  collection: { name: "shelves", scope: "region" },
  argument: "shelf",
  example: "boxes",
  shape: makeShape({
    /** Boxes, each found by its `label`. Those of others stay. */
    boxes: keyedListKind(shelfBox, { members: ["label"] }),
    /** The lamp. */
    lamp: objectKind(shelfLamp),
    /**
     * The room, version 1.2 or later. A long text that nobody needs as an output.
     *
     * @output The room.
     */
    room: linkKind({ collection: "rooms", scopes: ["region"] }),
    /** Its height in metres. */
    height: numberKind(0),
    /** Side of the room. */
    side: choiceKind("LEFT", "RIGHT"),
    /** The colour. The service adds colours. */
    colour: wordKind("RED", "GREEN"),
    /** Marks. Order does not matter. */
    marks: setKind(textKind()),
  }),
  outputs: {
    /**
     * The owner.
     *
     * @always
     */
    owner: output,
    /** The readers. */
    readers: outputAs({ list: { members: shelfReader } }),
    /**
     * The port.
     *
     * @type NamedPort[]
     */
    ports: outputAs({ list: { members: { name: "text", port: "number" } } }),
  },
});
