// Snapshots as the page wants them: nothing missing, dice that were never thrown told apart from those out of the game.

/** @import {Faces, Snapshot} from "./types.js" */

/** @param {Snapshot} told @returns {Snapshot} */
export function settled(told) {
  const dice = told.dice ?? { sheet: "", faces: {}, thrown: [], fallen: [], count: 0 };
  const wanted = told.wanted.map(({ id, colour, faces }) => (faces?.length ? { id, colour, faces } : { id, colour }));
  return { ...told, wanted, dice: { ...dice, faces: thrownFaces(dice.faces) } };
}

/** @param {Faces} faces @returns {Faces} */
export function thrownFaces(faces) {
  return Object.values(faces).some((face) => face > 0) ? faces : {};
}
