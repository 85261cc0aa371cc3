/// Close codes of RFC 6455 §7.4.1 that either side uses.
package enum WebSocketCloseCode {
    package static let normal: UInt16 = 1000
    package static let goingAway: UInt16 = 1001
    package static let protocolError: UInt16 = 1002
    package static let unsupportedData: UInt16 = 1003
    /// Never on the wire: the close frame carried no code.
    package static let none: UInt16 = 1005
    /// Never on the wire: the connection went without a close frame.
    package static let abnormal: UInt16 = 1006
    package static let badPayload: UInt16 = 1007
    package static let policy: UInt16 = 1008
    package static let tooBig: UInt16 = 1009
    package static let internalError: UInt16 = 1011
}
