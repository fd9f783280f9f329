import { isTold } from "../shared/io/errors.ts";
import { harmless } from "../shared/render/safe.ts";

/** What a person is told of an error that he can do something about; nothing of a bug of ours. */
export function sentenceOf(error: unknown): string | undefined {
  return isTold(error) ? harmless(error.message) : undefined;
}
