import type { Resource } from "../../shared/model/resource.ts";

/** The source of the types that a command line can name. */
export interface NameSource {
  /** With `server`, the plugin's own tables come first: a server has far more types than a command line names. */
  readonly source: "server" | "must-gather" | "files";
  /**
   * Every type that the source has.
   * @throws InputError where the source cannot be read.
   */
  readonly all: () => Promise<readonly Resource[]>;
  /** The types that have objects in files. Of a server and a must-gather that is not known before they are read. */
  readonly present?: () => Promise<readonly Resource[]>;
  /** Groups whose types could not be read, such as `metrics.k8s.io`. */
  readonly skipped?: () => Promise<readonly string[]>;
}
