/** The port to the registries that container images come from. */

export interface ImageTags {
  /**
   * All tags of an image.
   * @param repository With its registry: `docker.io/louislam/uptime-kuma`.
   * @param after Only those after this text, in the order of letters: a large repository has thousands.
   * @throws Error when they could not be read to the end.
   */
  listTags(repository: string, after: string): Promise<readonly string[]>;
}
