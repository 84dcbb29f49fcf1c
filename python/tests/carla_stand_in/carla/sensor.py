class Camera:
    def __init__(self, name, **keys):
        self.name = name
        self.keys = {"SensorType": "CAMERA", **keys}

    def set(self, **keys):
        self.keys.update(keys)

    def set_image_size(self, x, y):
        self.set(ImageSizeX=x, ImageSizeY=y)

    def set_position(self, x, y, z):
        self.set(PositionX=x, PositionY=y, PositionZ=z)

    def set_rotation(self, pitch, yaw, roll):
        self.set(RotationPitch=pitch, RotationYaw=yaw, RotationRoll=roll)
