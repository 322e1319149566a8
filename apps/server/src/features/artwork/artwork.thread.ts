// The thread that draws pictures, so that requests do not wait for the drawing.

import { cropPicture } from '@oyna/cover-art/crop';
import { renderArt } from '@oyna/cover-art/render';
import { doWork } from '../../platform/worker-thread.ts';

export type DrawOrder = { draw: Parameters<typeof renderArt> } | { crop: Parameters<typeof cropPicture> };

doWork((order: DrawOrder) => ('draw' in order ? renderArt(...order.draw) : cropPicture(...order.crop)));
