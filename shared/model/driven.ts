/**
 * What a field does to a component or workload: `deploys` decides whether it is there, `places` on which nodes it runs,
 * `configures` goes into its configuration, `gates` turns a feature of it on or off, `patches` changes its CR past the API.
 */
export type DriveHow = "deploys" | "places" | "configures" | "gates" | "patches";

/** One component (by the operator's name) or workload (by its own) that a field drives. */
export interface Drive {
  readonly name: string;
  readonly how: DriveHow;
}

/** What a field of a manifest drives, in the operator's order of components. */
export interface Driven {
  /** Empty: the operator ignores the field. */
  readonly drives: readonly Drive[];
  /** Which field of the same spec does now what an ignored one did. */
  readonly instead?: string;
  /** Nobody says so: the field has a name like it. */
  readonly isGuessed?: true;
  /** Files of the operator, each once. */
  readonly sources: readonly string[];
}
