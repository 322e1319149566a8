// The thread in which files of operators are decoded, so that a slow one delays neither requests nor the drawing thread.

import { doWork } from '../../platform/worker-thread.ts';
import { decodePicture } from './pictures.decode.ts';

doWork(decodePicture);
