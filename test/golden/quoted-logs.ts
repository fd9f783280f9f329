import { below } from "./below.ts";
import type { Case } from "./case.ts";

/** Situations of other cases, in which the log of the container that fails was collected too: `logs/NAMESPACE/POD/CONTAINER.log`. */
export const quotedLogs: readonly Case[] = [
  {
    sentence: "cdi-crashes-and-its-log-names-an-api-that-the-server-lacks",
    inAllFormats: true,
    prepare: putOf("cdi-is-degraded-without-a-message-and-its-controller-crashes"),
  },
  {
    sentence: "the-operator-crashes-and-its-log-names-a-field-of-another-release",
    prepare: putOf("the-operator-crashes-and-its-container-is-the-cause"),
  },
];

function putOf(sentence: string): Case["prepare"] {
  const found = below.find((each) => each.sentence === sentence);
  if (found === undefined) throw new Error(`no case ${sentence}`);
  return found.prepare;
}
