/// The one application that a server of this version serves; every row belongs to it.
package enum Application {
    /// The `appId` on the wire.
    package static let localID = "app_local"
}
