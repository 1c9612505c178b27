import { expect, it } from "vitest";
import {
  captureRedaction,
  hideInMessages,
  runRedacted,
  withoutSecrets,
} from "../../../provider/src/messages/redaction";

it("a text of a later request has none of the secrets of the request that it is about", () => {
  const redact = runRedacted(() => {
    hideInMessages({ description: "of-an-earlier-request" });
    return captureRedaction();
  });
  const text = 'description is "of-an-earlier-request"';
  runRedacted(() => {
    expect(withoutSecrets(text)).toBe(text);
    expect(redact(text)).toBe('description is "[secret]"');
  });
});
