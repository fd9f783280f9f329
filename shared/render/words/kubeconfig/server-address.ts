/** A cluster entry as errors name it. */
export interface NamedCluster {
  readonly name: string;
  readonly file: string;
}
