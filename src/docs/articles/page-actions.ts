/** What readers press in an article; loaded by the first press. */
import { copyCodeOnRequest } from './copy-code.ts';
import { openStepsOnRequest } from './open-steps.ts';
import { enlargePictures } from './picture-dialog.ts';

enlargePictures();
copyCodeOnRequest();
openStepsOnRequest();
