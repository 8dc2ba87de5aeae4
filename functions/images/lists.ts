/** The committed lists about our images, checked. */
import acceptedJson from './accepted.json' with { type: 'json' };
import { createAccepted } from './accepted.ts';
import imageListJson from './image-list.json' with { type: 'json' };
import { createWatchedImages } from './watched.ts';

/** What runs, and which faults of it are accepted for now. */
export const createImageLists = () => ({
  watchedImages: createWatchedImages(imageListJson),
  acceptedFaults: createAccepted(acceptedJson),
});
