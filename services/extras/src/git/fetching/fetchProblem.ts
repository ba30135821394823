/** Why nothing can be had of a repository, in words for whoever asked for it. */
export class FetchProblem extends Error {
  override name = 'FetchProblem';
}
