-- CreateTable
CREATE TABLE "WriteProbe" (
    "id" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "WriteProbe_pkey" PRIMARY KEY ("id")
);
